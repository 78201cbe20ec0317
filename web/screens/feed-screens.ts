/** Screens of what was sent, which browsers load as one file. */
export { default as ChangeScreen } from './changes/change-screen.tsx';
export { default as CheckScreen } from './check/check-screen.tsx';
export { default as FeedScreen } from './feed/feed-screen.tsx';
