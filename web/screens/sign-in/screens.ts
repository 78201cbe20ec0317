/** Screens of sign-in and sign-out, which browsers load as one file. */
export { default as SignInScreen } from './sign-in-screen.tsx';
export { default as SignOutScreen } from './sign-out-screen.tsx';
