import { createBrowserRouter } from 'react-router';
import { Loading } from '../ui/loading.js';
import { ErrorPage } from './error-page.js';
import { PageLayout } from './page-layout.js';
import { routes, type PageRoute } from './routes.js';
import { MissingPage } from './missing-page.js';

const toRoute = ({ path, load }: PageRoute) => ({ path, lazy: async () => ({ Component: await load() }) });

export const router = createBrowserRouter([
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: Loading,
    children: [
      ...routes.filter(({ layout }) => layout === 'bare').map(toRoute),
      {
        Component: PageLayout,
        children: [
          ...routes.filter(({ layout }) => layout === 'page').map(toRoute),
          { path: '*', Component: MissingPage },
        ],
      },
    ],
  },
]);
