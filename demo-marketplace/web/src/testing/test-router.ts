import { createMemoryRouter } from 'react-router';
import type { ApiQueryClient } from '../api/query-client.js';
import { routeTree } from '../app/router.js';

/** The router of the whole application at an address, for tests that leave a page or read the address. */
export const testRouter = (client: ApiQueryClient, path: string): ReturnType<typeof createMemoryRouter> =>
  createMemoryRouter(routeTree(client), { initialEntries: [path] });
