/** Button that copies a text. */
import { useEffect, useState } from 'preact/hooks';
import { announce } from '../feedback/live-region.tsx';
import { Icon } from '../icons/icon.tsx';

/** Time for which the button shows "copied". */
const SHOWN_MS = 2_000;

/** Copies a text and announces that. Returns whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce('Copied');
    return true;
  } catch {
    announce('The browser does not allow copying. Select the text and copy it.');
    return false;
  }
}

/** Copies a text and confirms it. Without `children` it is an icon with the label as its name. */
export function CopyButton({
  text,
  label,
  children,
}: {
  readonly text: string;
  readonly label: string;
  readonly children?: string;
}) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    setCopied(await copyText(text));
  };
  return (
    <button
      type="button"
      class={`button button--small${children === undefined ? ' button--icon' : ''}`}
      aria-label={children === undefined ? label : undefined}
      title={children === undefined ? label : undefined}
      onClick={copy}
    >
      <Icon name={isCopied ? 'check' : 'copy'} size={14} />
      {children !== undefined && (isCopied ? 'Copied' : children)}
    </button>
  );
}
