/** Parts that are drawn again only when something that they show has changed. */
import { Component, type FunctionComponent } from 'preact';

/** Returns a component that is drawn again only when a member of its input is another value. */
export function memo<Props extends object>(Part: FunctionComponent<Props>) {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      const names = Object.keys(next) as (keyof Props)[];
      return names.some((name) => next[name] !== this.props[name]);
    }

    override render() {
      return <Part {...(this.props as Props)} />;
    }
  };
}
