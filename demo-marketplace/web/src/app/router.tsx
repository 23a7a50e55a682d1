import { createBrowserRouter, replace, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { Loading } from '../ui/loading.js';
import { ComingPage } from './coming-page.js';
import { ErrorPage, ScreenError } from './error-page.js';
import { guard } from './guard.js';
import { EnterpriseArea, MentorArea, PersonalArea } from './layouts/area-layout.js';
import { MainLayout } from './layouts/main-layout.js';
import { RootLayout } from './layouts/root-layout.js';
import { MissingPage } from './missing-page.js';
import { aliases, pages } from './pages.js';
import { routes, type Area, type RouteEntry, type RoutePath } from './routes.js';

function toRoute(entry: RouteEntry): RouteObject {
  const { path } = entry;
  const alias = aliases[path as RoutePath];
  const load = pages[path as RoutePath];
  return {
    path,
    handle: entry,
    loader: ({ request }: LoaderFunctionArgs) => {
      guard(entry, request);
      if (alias !== undefined) throw replace(alias + new URL(request.url).search);
      return null;
    },
    ...(load ? { lazy: async () => ({ Component: await load() }) } : { Component: ComingPage }),
  };
}

/** Screens of an area; one that throws leaves the frame around it standing. */
const screens = (area: Area, ...more: RouteObject[]): RouteObject => ({
  ErrorBoundary: area === 'bare' ? ErrorPage : ScreenError,
  children: [...routes.filter((entry) => entry.area === area).map(toRoute), ...more],
});

/** The tree of screens, framed by their areas. */
export const routeTree: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: ErrorPage,
    HydrateFallback: Loading,
    children: [
      screens('bare'),
      {
        Component: MainLayout,
        children: [
          screens('main', { path: '*', Component: MissingPage }),
          { Component: PersonalArea, children: [screens('personal')] },
          { Component: MentorArea, children: [screens('mentor')] },
          { Component: EnterpriseArea, children: [screens('enterprise')] },
        ],
      },
    ],
  },
];

/** Made when the application starts: it looks at the address at once. */
export const createRouter = (): ReturnType<typeof createBrowserRouter> => createBrowserRouter(routeTree);
