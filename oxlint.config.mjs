import { defineConfig } from 'oxlint';

// The import map of the repository, as rules: imports go one way only.

/** Sections of the SDK from the bottom up; a section may import its own row and the rows above it in this list. */
const SDK_SECTIONS = [
  ['core'],
  ['platform', 'protocol', 'im-protocol'],
  ['rest', 'signalling'],
  ['link', 'media', 'recorder'],
  ['conference'],
  ['client', 'admin', 'messages', 'desktop', 'devices', 'deployment', 'quality', 'diagnostics', 'p2p', 'im'],
  ['call', 'im-tabs', 'remote-control', 'overlay'],
  ['element'],
  // Serves the provider's own applications alone: nothing below may import it.
  ['emedia'],
];

/** The packages that each folder may import, by name. */
const PACKAGE_IMPORTS = {
  'kit/src': [],
  // Its components import its hooks by the package's name.
  'react-bindings/src': ['rtc', 'rtc/**', 'react'],
  'server/src': ['kit/**', 'rtc/protocol', 'rtc/im-protocol'],
  'demo-marketplace/contract/src': [],
  'demo-marketplace/api/src': ['kit/**', 'marketplace-contract'],
  'demo-marketplace/demo-data/src': ['marketplace-api/seeding', 'marketplace-api/testing', 'marketplace-contract'],
  // Its tests are clients of all that it puts together.
  'demo-marketplace/src': ['kit/**', 'demo-data', 'marketplace-api', 'server', 'rtc/im', 'rtc/node'],
  'demo-marketplace/web/src': ['rtc', 'rtc/**', 'react', 'marketplace-contract'],
};

const packagesByName = {
  regex: '^(\\.\\./)+((kit|sdk|server|react-bindings|demo-marketplace|test)/|(contract|api|demo-data|web)/(src|dist)/)',
  message: 'Import another package by its name, and only what its entry points export.',
};

const packages = (folder) => ({
  group: ['@lectern/**', ...PACKAGE_IMPORTS[folder].map((name) => `!@lectern/${name}`)],
  message: `${folder} may import ${PACKAGE_IMPORTS[folder].join(' and ') || 'none'} of this repository's packages.`,
});

const noPackages = { regex: '^@lectern/', message: 'The SDK stands alone: it imports none of the other packages.' };

const soldItems = {
  regex: '^(\\.\\./)+(courses|crowdfund|wallet|mentor|lessons|certificates)(/|$)',
  message:
    'Orders know no item: a type of purchasable is a file of its feature (demo-marketplace/api/src/purchasables).',
};

const engine = {
  regex: '^werift',
  message: 'Only server/src/media/werift knows the engine; use the port in server/src/media/engine.ts.',
};

/** For `files`, which imports are refused; tests may reach everywhere unless `tests` says they may not. */
const refuse = (files, patterns, { except = [], tests = 'free' } = {}) => ({
  files,
  excludeFiles: [...except, ...(tests === 'free' ? ['**/*.test.ts', '**/*.test.tsx'] : [])],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

const sdkSections = SDK_SECTIONS.flatMap((row, index) =>
  row.map((section) => {
    const above = [...SDK_SECTIONS.slice(index + 1).flat(), 'testing'];
    const upward = {
      regex: `^(\\.\\./)+((${above.join('|')})(/|$)|index\\.js$)`,
      message: `sdk/src/${section} may not import what is built on top of it (${above.join(', ')}).`,
    };
    return refuse([`sdk/src/${section}/**`], [packagesByName, noPackages, upward]);
  }),
);

const WEB = 'demo-marketplace/web/src';
const webPackages = [packagesByName, packages(WEB)];

/** Files of web features by their depth in the folder of the feature: a relative path tells what leaves the feature. */
const FEATURE_DEPTHS = [1, 2, 3, 4, 5];

const testHelpers = { regex: '^(\\.\\./)+testing/', message: 'Helpers of tests are for tests only.' };

const app = {
  regex: '^(\\.\\./)+app/',
  message: 'Nothing imports the application, which joins all features; what is shared belongs in ui, lib or api.',
};

/** Matches every path except these files, which differ in their first letters; the linter knows no lookahead. */
const anyBut = (...names) => {
  const deviations = names.flatMap((name) =>
    [...name].slice(1).map((letter, index) => `${name.slice(0, index + 1).replace('.', '\\.')}[^${letter}]`),
  );
  return `([^${names.map(([first]) => first).join('')}]|${deviations.join('|')}).*`;
};

const featureInternals = (depth) => ({
  regex: `^(\\.\\./){${depth}}[^./][^/]*/${anyBut('index.js')}|/features/`,
  message: 'Import another feature only through its index.ts; what many need belongs in ui, lib or api.',
});

const features = {
  regex: '^(\\.\\./)+features/',
  message: 'Shared code (ui, lib, api, i18n) knows no feature.',
};

const pagesOfFeatures = {
  regex: `^(\\.\\./)+features/[^/]+/${anyBut('index.js', 'routes.js')}`,
  message: 'The application imports a feature only through its index.ts and routes.ts.',
};

/** Zones of the web application: app → features → shared code; a feature imports another by its index only. */
const webZones = [
  ...['', '.test'].flatMap((test) => {
    const helpers = test === '' ? [testHelpers] : [];
    const inFolder = (folder, patterns) =>
      refuse([`${WEB}/${folder}/*${test}.{ts,tsx}`], [...webPackages, ...helpers, ...patterns], {
        tests: 'bound',
        except: test === '' ? ['**/*.test.ts', '**/*.test.tsx'] : [],
      });
    return [
      ...FEATURE_DEPTHS.map((depth) => inFolder(`features/*${'/*'.repeat(depth - 1)}`, [app, featureInternals(depth)])),
      inFolder('{ui,lib,api,i18n}/**', [app, features]),
      inFolder('app/**', [pagesOfFeatures]),
    ];
  }),
];

/** Functions that wait for a condition and throw when it is not met: they count as assertions. */
const ASSERTIONS = [
  'expect',
  'eventually',
  'stays',
  'perceives',
  'perceiveEachOther',
  'callsEnd',
  'everybodyPerceivesEverybody',
  'stopsPerceiving',
  'linkBecomes',
  'endsWell',
  'hears',
  'hearsExactly',
  'eachHearsAllOthers',
];

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  env: { es2024: true },
  ignorePatterns: ['**/dist', 'test/consumers', 'examples', '**/build', 'docs/site', 'data'],
  rules: {
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-console': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'react/rules-of-hooks': 'error',
    'vitest/expect-expect': ['error', { assertFunctionNames: ASSERTIONS }],
    'vitest/no-disabled-tests': 'error',
    'vitest/no-focused-tests': 'error',

    // Data from the wire are unknown until they are checked, and the check ends in an assertion.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/no-unnecessary-type-conversion': 'off',
    // The compiler sees these, and sees them better.
    'typescript/consistent-return': 'off',
    'typescript/no-unnecessary-type-assertion': 'off',
    'typescript/unbound-method': 'off',
    'react/react-in-jsx-scope': 'off',
    // A listener may remove itself while its list is walked, so lists are copied first.
    'unicorn/no-useless-spread': 'off',
    // A rejection is expected first and awaited after the fake clock was turned.
    'vitest/valid-expect': 'off',
    // Matters of taste that found nothing.
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'no-new': 'off',
    'no-shadow': 'off',
    'promise/always-return': 'off',
    'promise/no-callback-in-promise': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    'react/immutability': 'off',
    'react/memo-dependencies': 'off',
    'typescript/require-array-sort-compare': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'vitest/no-conditional-expect': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/require-to-throw-message': 'off',
    // Live video has no captions to offer.
    'jsx-a11y/media-has-caption': 'off',
  },
  overrides: [
    ...sdkSections,
    refuse(['sdk/src/*.ts', 'sdk/src/testing/**'], [packagesByName, noPackages]),
    ...Object.keys(PACKAGE_IMPORTS).map((folder) =>
      refuse([`${folder}/**`], [packagesByName, packages(folder)], { tests: 'bound' }),
    ),
    refuse(['server/src/**'], [packagesByName, packages('server/src'), engine], {
      except: ['server/src/media/werift/**'],
    }),
    refuse(
      ['demo-marketplace/api/src/orders/**', 'demo-marketplace/api/src/purchasables/**'],
      [packagesByName, packages('demo-marketplace/api/src'), soldItems],
    ),
    ...webZones,
    {
      files: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**', 'test/**'],
      rules: { 'typescript/no-non-null-assertion': 'off' },
    },
    // Made for Express; Fastify takes async handlers and forwards what they throw.
    { files: ['server/**', 'demo-marketplace/api/**'], rules: { 'oxc/no-async-endpoint-handlers': 'off' } },
    // Tools want their configuration as default export.
    { files: ['**/*.config.ts', '**/*.config.mjs'], rules: { 'import/no-default-export': 'off' } },
    // Programs that talk to people.
    {
      files: ['scripts/**', 'test/bench/**', 'test/faults/**', 'server/src/cli.ts', 'demo-marketplace/src/**'],
      rules: { 'no-console': 'off' },
    },
  ],
});
