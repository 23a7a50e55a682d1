import { compileMessage } from '@lingui/message-utils/compileMessage';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Compiles the texts while building, so that no message parser is sent to browsers. */
const compiledCatalogs: Plugin = {
  name: 'lectern-catalogs',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/i18n\/catalogs\/[\w-]+\.json$/.test(id)) return undefined;
    const texts = Object.entries(JSON.parse(code) as Record<string, string>);
    const compiled = texts.map(([key, text]) => [key, compileMessage(text)]);
    return { code: JSON.stringify(Object.fromEntries(compiled)), map: { mappings: '' } };
  },
};

const SERVER = process.env['LECTERN_SERVER'] ?? 'http://localhost:8080';

export default defineConfig({
  plugins: [compiledCatalogs, react(), tailwindcss()],
  resolve: { conditions: ['lectern-source', 'module', 'browser', 'development|production'] },
  build: { target: 'es2022', sourcemap: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: {
    // Everything that is not the page comes from a running `npm start`.
    proxy: Object.fromEntries(
      ['/api', '/easemob', '/lectern', '/rtc'].map((path) => [path, { target: SERVER, ws: path === '/rtc' }]),
    ),
  },
});
