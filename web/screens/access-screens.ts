/** Screens of people and keys, which browsers load as one file. */
export { default as AccountScreen } from './account/account-screen.tsx';
export { default as ApiKeysScreen } from './api-keys/api-keys-screen.tsx';
export { default as ConnectScreen } from './connect/connect-screen.tsx';
export { default as MembersScreen } from './members/members-screen.tsx';
export { default as TrustPoliciesScreen } from './trust-policies/trust-policies-screen.tsx';
