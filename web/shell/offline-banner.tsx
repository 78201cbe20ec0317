/** Banner while the browser has no connection. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Icon } from '../parts/icons/icon.tsx';

const isOffline = signal(!navigator.onLine);

/** Says that what is shown may be old. */
export function OfflineBanner() {
  useEffect(() => {
    const update = () => {
      isOffline.value = !navigator.onLine;
    };
    addEventListener('online', update);
    addEventListener('offline', update);
    return () => {
      removeEventListener('online', update);
      removeEventListener('offline', update);
    };
  }, []);
  if (!isOffline.value) return null;
  return (
    <div class="banner" role="status">
      <Icon name="offline" />
      You are offline. What you see may be old, and nothing can be changed.
    </div>
  );
}
