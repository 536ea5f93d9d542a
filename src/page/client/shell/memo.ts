/** Components that render again only when they are given something else. */
import { Component, createElement, type ComponentType, type VNode } from 'preact';

/** A component that keeps what it has rendered while each of its properties stays the same value. */
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
