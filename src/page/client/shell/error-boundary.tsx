/** Shows a sentence in place of a page that has thrown, and leaves the rest of the page alone. */
import { Component, type ComponentChildren } from 'preact';
import { Failed } from '../kit/states.js';

/** Owns the error of what is below it. Renders it again once `of`, what it shows, has changed. */
export class ErrorBoundary extends Component<{ of: string; children: ComponentChildren }, { error?: Error }> {
  override state: { error?: Error } = {};

  override componentDidCatch(error: Error): void {
    this.setState({ error });
  }

  override componentDidUpdate({ of }: { of: string }): void {
    if (of !== this.props.of && this.state.error !== undefined) this.setState({ error: undefined! });
  }

  render() {
    const { error } = this.state;
    return error ? <Failed error={error} onRetry={() => location.reload()} /> : <>{this.props.children}</>;
  }
}
