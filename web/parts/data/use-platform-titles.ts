/** Names of the platforms as their vendors write them. */
import { useMemo } from 'preact/hooks';
import { listPlatforms } from '../../api/calls/rules.ts';
import { useCall } from '../../api/use-call.ts';

/** Returns a function from the name in answers to the vendor's; the same name until they are loaded. */
export function usePlatformTitles(): (platform: string) => string {
  const { data } = useCall(listPlatforms, {});
  return useMemo(() => {
    const titles = new Map((data?.platforms ?? []).map(({ platform, title }) => [platform, title]));
    return (platform: string) => titles.get(platform) ?? platform;
  }, [data]);
}
