/** Parts of a screen whose code is loaded when they are first shown. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Returns a component that shows nothing until the code of the part is there. */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => preact.JSX.Element | null {
  let loaded: ComponentType<Props> | null = null;
  return (props) => {
    const [, render] = useState(0);
    useEffect(() => {
      if (loaded !== null) return;
      void load().then((part) => {
        loaded = part;
        render(1);
      });
    }, []);
    const Part = loaded;
    return Part === null ? null : <Part {...props} />;
  };
}
