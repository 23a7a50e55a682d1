import { ACTIONS, getCertificateKeys } from '@lectern/marketplace-contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openApi } from './openapi.js';

test('the description of the API is valid OpenAPI 3.1, with one operation for each action', async () => {
  const document = JSON.parse(JSON.stringify(openApi())) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  };
  const validator = new Validator();
  expect(await validator.validate(document)).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  const operations = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(operations).toHaveLength(ACTIONS.length);
  expect(new Set(operations).size).toBe(ACTIONS.length);
  expect(Object.keys(document.paths[getCertificateKeys.path] ?? {})).toEqual(['get']);
});

test('what is no OpenAPI would be noticed', async () => {
  const broken = { ...openApi(), info: { title: 'without a version' } };
  expect(await new Validator().validate(structuredClone(broken))).toMatchObject({ valid: false });
});
