// TypeScript refuses the import of a style sheet that has no declaration.
export {};
