import { useLocation, useNavigate } from 'react-router';
import { loginPath } from '../../../lib/login-path.js';
import { textOf } from '../../../i18n/use-text.js';
import { toastErrorOnNextPage } from '../../../ui/toast.js';
import { useToken } from './use-member.js';

/** For what only members may do: does it, or leads a visitor to the log-in, which leads back here. */
export function useMemberOnly(): (work: () => void) => void {
  const token = useToken();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (work) => {
    if (token !== undefined) {
      work();
      return;
    }
    toastErrorOnNextPage(textOf('guard.register'));
    void navigate(loginPath(pathname + search));
  };
}
