/** Place of a finding: names from the file to the element, and the path in the file. */
import { CopyButton } from '../form/copy-button.tsx';

/** Shows the names from the outermost to the element. */
export function Way({ names }: { readonly names: readonly string[] }) {
  return (
    <ol class="way">
      {names.map((name, index) => (
        <li key={`${index} ${name}`}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ol>
  );
}

/** Shows the path in the file, to copy. */
export function FilePath({ path }: { readonly path: string }) {
  return (
    <span class="path-row">
      <code>{path}</code>
      <CopyButton text={path} label="Copy path" />
    </span>
  );
}
