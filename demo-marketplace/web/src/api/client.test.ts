import { getCertificateKeys, getConfig, getPublicInfo } from '@lectern/marketplace-contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { callApi } from './client.js';
import { answerAll, serveTests } from '../testing/server.js';

serveTests();

let requests: Request[];

beforeEach(() => {
  requests = [];
  answerAll(({ request }) => {
    requests.push(request);
    return { keys: [] };
  });
});

const sent = async (...call: Parameters<typeof callApi>): Promise<Request | undefined> => {
  await callApi(...call).catch(() => undefined);
  return requests[0];
};

const addressOf = (request: Request | undefined): string | undefined =>
  request?.url.replace(new URL(request.url).origin, '');

describe('a call of the API', () => {
  it('is a POST with the token, and what it takes as JSON', async () => {
    const request = await sent(getConfig, {}, { locale: 'en', token: 'TOKEN' });
    expect([request?.method, addressOf(request)]).toEqual(['POST', '/api/Index/config']);
    expect(await request?.text()).toBe('{}');
    expect(request?.headers.get('authorization')).toBe('TOKEN');
    expect(request?.headers.get('content-type')).toBe('application/json');
  });

  it('is a GET without a body where the contract says so', async () => {
    const request = await sent(getCertificateKeys, {}, { locale: 'en', token: 'TOKEN' });
    expect([request?.method, addressOf(request)]).toEqual(['GET', '/api/Certificate/keys']);
    expect(request?.body).toBeNull();
    expect(request?.headers.get('content-type')).toBeNull();
    expect(request?.headers.get('accept-language')).toBe('en');
    expect(request?.headers.get('authorization')).toBe('TOKEN');
    await expect(callApi(getCertificateKeys, {}, { locale: 'en' })).resolves.toEqual({ keys: [] });
  });

  it('has what a GET takes in its query, encoded', async () => {
    const search = { ...getPublicInfo, method: 'GET' } as const;
    const request = await sent(search, { id: '微積分 & more', page: undefined }, { locale: 'en' });
    expect(addressOf(request)).toBe(`${search.path}?id=%E5%BE%AE%E7%A9%8D%E5%88%86+%26+more`);
  });
});
