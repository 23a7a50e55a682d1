import type { Feature } from '../feature.js';
import { docRoutes } from '../http/openapi.js';
import { legalPages } from './legal-pages.js';
import { siteMapRoutes } from './site-map.js';

export const pagesFeature = {
  pages: (app, { core: { db, options, isDemo } }) => {
    docRoutes(app);
    siteMapRoutes(app, { db, publicUrl: options.publicUrl });
    legalPages(app, { isDemo });
  },
} as const satisfies Feature;
