import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  target: 'es2022',
  dts: {
    compilerOptions: { ignoreDeprecations: '6.0', composite: false, incremental: false, emitDeclarationOnly: false },
  },
  sourcemap: true,
  clean: true,
  treeshake: true,
  external: ['react', 'react/jsx-runtime', '@lectern/rtc'],
});
