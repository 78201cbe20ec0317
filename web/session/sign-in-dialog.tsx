/** Sign-in over the page, when a call was answered with 401. The page stays as it is. */
import { queryClient } from '../api/query-client.ts';
import { Dialog } from '../parts/feedback/dialog.tsx';
import { Button } from '../parts/form/button.tsx';
import { signInNeeded } from './session.ts';

/** Says that no person is signed in; the page goes on where it was after a sign-in. */
export function SignInDialog() {
  const close = () => {
    signInNeeded.value = false;
  };
  const resume = () => {
    close();
    void queryClient.refetchQueries();
  };
  return (
    <Dialog
      title="You are not signed in"
      onClose={close}
      actions={
        <Button kind="primary" onClick={resume}>
          Try again
        </Button>
      }
    >
      <p>The service did not accept who this browser says you are. Nothing on the page is lost.</p>
    </Dialog>
  );
}
