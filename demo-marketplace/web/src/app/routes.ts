import type { ComponentType } from 'react';

/** One page: where it is and where its code is. Router, links and tests read this one table. */
export interface PageRoute {
  readonly path: string;
  /** `page`: header and footer around it. `bare`: it fills the window by itself. */
  readonly layout: 'page' | 'bare';
  readonly load: () => Promise<ComponentType>;
}

export const paths = { home: '/', classroom: '/classroom' } as const;

export const routes: readonly PageRoute[] = [
  {
    path: paths.home,
    layout: 'page',
    load: async () => (await import('./home-page.js')).HomePage,
  },
  {
    path: paths.classroom,
    layout: 'bare',
    load: async () => (await import('../features/classroom/classroom-page.js')).ClassroomPage,
  },
];
