/** Binding of the observers of query-core to components. */
import { useEffect, useReducer } from 'preact/hooks';

/** Part of an observer that a component needs. */
interface Observer<Options, Result> {
  setOptions(options: Options): void;
  getOptimisticResult(options: Options): Result;
  subscribe(listener: () => void): () => void;
}

/** Observes with these options while the component is there, and renders it again at each change. */
export function useObserver<Options, Result>(observer: Observer<Options, Result>, options: Options): Result {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => observer.subscribe(() => render(undefined as never)), [observer]);
  useEffect(() => observer.setOptions(options));
  return observer.getOptimisticResult(options);
}
