/** Components that render again only if a property has changed. */
import { Component, createElement, type ComponentType, type VNode } from 'preact';

export function memo<Props extends object>(render: (props: Props) => VNode): ComponentType<Props> {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const names = new Set([...Object.keys(next), ...Object.keys(this.props)]) as Set<keyof Props>;
      return [...names].some((name) => next[name] !== this.props[name]);
    }

    override render(props: Props): VNode {
      return createElement(render as ComponentType<object>, props);
    }
  };
}
