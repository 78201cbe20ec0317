/** Screens of policy packs, which browsers load as one file. */
export { default as PoliciesScreen } from './policies-screen.tsx';
export { default as PolicyScreen } from './policy-screen.tsx';
