import { Navigate } from '@tanstack/react-router';
import { isAllowed } from './page.ts';
import { navigation } from './pages.ts';
import { useSession } from './session.tsx';

/** The first page of the navigation that the role sees. */
export function HomePage() {
  const { user } = useSession();
  const first = navigation.flatMap(({ pages }) => pages).find((page) => isAllowed(page, user.role));
  return first === undefined ? null : <Navigate to={first.path} replace />;
}
