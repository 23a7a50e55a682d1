/** The fields of accounts and their codes, for other forms that ask for them. */
export { configQuery } from './api/site.js';
export { CodeField } from './components/code-field.js';
export { MobileFields } from './components/mobile-fields.js';
export { useFormCode } from './hooks/use-form-code.js';
