/** Widget of the captcha provider that the operator has named. */
import { useEffect, useRef, useState } from 'preact/hooks';

/** Programs of providers: all of them draw a widget the same way. */
interface CaptchaProgram {
  render(
    place: HTMLElement,
    options: {
      readonly sitekey: string;
      readonly callback: (answer: string) => void;
      readonly 'expired-callback': () => void;
    },
  ): unknown;
}

/** Names under which scripts of providers put their programs. */
const PROGRAMS = ['turnstile', 'hcaptcha', 'grecaptcha'] as const;

interface CaptchaFrameProps {
  readonly captcha: { readonly scriptUrl: string; readonly siteKey: string };
  /** Called with the answer, and with an empty text when it has expired. */
  readonly onAnswer: (answer: string) => void;
}

/** Loads the script and shows its widget. */
export function CaptchaFrame({ captcha, onAnswer }: CaptchaFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const script = document.createElement('script');
    script.src = captcha.scriptUrl;
    script.async = true;
    script.onerror = () => setMissing(true);
    script.onload = () => {
      const programs = window as unknown as Readonly<Record<string, CaptchaProgram | undefined>>;
      const program = PROGRAMS.map((name) => programs[name]).find((found) => found !== undefined);
      if (program === undefined || place.current === null) return setMissing(true);
      program.render(place.current, {
        sitekey: captcha.siteKey,
        callback: onAnswer,
        'expired-callback': () => onAnswer(''),
      });
    };
    document.head.append(script);
    return () => script.remove();
  }, []);
  return (
    <>
      <div ref={place} />
      {isMissing && (
        <p class="field-error" role="alert">
          The human verification cannot be loaded. Allow its script, and load the page again.
        </p>
      )}
    </>
  );
}
