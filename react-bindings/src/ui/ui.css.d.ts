// TypeScript refuses the import of a style sheet that has no declaration.
// oxlint-disable-next-line unicorn/require-module-specifiers -- it has no exports
export {};
