import { createBrowserRouter, replace, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import type { ApiQueryClient } from '../api/query-client.js';
import type { Page, PathParameters } from '../lib/page.js';
import { routes, type Area, type RouteEntry, type RoutePath } from '../lib/site-map.js';
import { Loading } from '../ui/loading.js';
import { ComingPage } from './coming-page.js';
import { ErrorPage, ScreenError } from './error-page.js';
import { guard, isForCaller } from './guard.js';
import { EnterpriseArea, MentorArea, PersonalArea } from './layouts/area-layout.js';
import { MainLayout } from './layouts/main-layout.js';
import { RootLayout } from './layouts/root-layout.js';
import { MissingPage } from './missing-page.js';
import { aliases, pages } from './routes.js';

/** Starts the queries of a page while its code is loading; if that fails, the page starts them itself. */
function startQueries(
  { queries }: Page,
  client: ApiQueryClient,
  search: URLSearchParams,
  parameters: PathParameters,
): void {
  queries?.().then(
    (start) => start(client, search, parameters),
    () => undefined,
  );
}

function toRoute(entry: RouteEntry, client: ApiQueryClient): RouteObject {
  const { path } = entry;
  const alias = aliases[path as RoutePath];
  const page = pages[path as RoutePath];
  return {
    path,
    handle: entry,
    loader: ({ request, params }: LoaderFunctionArgs) => {
      guard(entry, client, request);
      const { search, searchParams } = new URL(request.url);
      if (alias !== undefined) throw replace(alias + search);
      if (page !== undefined && isForCaller(entry, client)) startQueries(page, client, searchParams, params);
      return null;
    },
    ...(page ? { lazy: async () => ({ Component: await page.load() }) } : { Component: ComingPage }),
  };
}

/** The tree of screens, framed by their areas. */
export function routeTree(client: ApiQueryClient): RouteObject[] {
  /** Screens of an area; one that throws leaves the frame around it standing. */
  const screens = (area: Area, ...more: RouteObject[]): RouteObject => ({
    ErrorBoundary: area === 'bare' ? ErrorPage : ScreenError,
    children: [...routes.filter((entry) => entry.area === area).map((entry) => toRoute(entry, client)), ...more],
  });
  return [
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
}

/** Called when the application starts, because the router reads the address at once. */
export const createRouter = (client: ApiQueryClient): ReturnType<typeof createBrowserRouter> =>
  createBrowserRouter(routeTree(client));
