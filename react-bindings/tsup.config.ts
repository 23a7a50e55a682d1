import { defineConfig } from 'tsup';

export default defineConfig({
  entry: { index: 'src/index.ts', ui: 'src/ui/index.ts' },
  format: ['esm', 'cjs'],
  target: 'es2022',
  dts: {
    compilerOptions: { ignoreDeprecations: '6.0', composite: false, incremental: false, emitDeclarationOnly: false },
  },
  sourcemap: true,
  clean: true,
  treeshake: true,
  // The components import the hooks by name, so that both entries share one context.
  external: ['react', 'react/jsx-runtime', '@lectern/rtc', '@lectern/react'],
});
