import type { CourseInfo } from '@lectern/marketplace-contract';
import { i18n } from '@lingui/core';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FIRST_SECTIONS, loadCatalog } from '../../../i18n/messages.js';
import { activateLocale } from '../../../i18n/locale.js';
import { Campaign } from './campaign.js';
import { TestApp } from '../../../testing/test-app.js';
import { answerAll, serveTests } from '../../../testing/server.js';

serveTests();

// As long as tests wait for anything: a busy machine takes its time.
configure({ asyncUtilTimeout: 120_000 });

const crowdfund = {
  ...{ state: 'funding', target_type: 'people', target: 10, reached: 2, backers: 2, percent: 20, days_left: 4 },
  ...{ starts_at: '2026-11-01T00:00:00.000Z', deadline: '2026-11-30T00:00:00.000Z', early_price_cents: 60_000 },
  ...{ later_price_cents: 90_000, produce_by: '2027-01-30T00:00:00.000Z', cancel_reason: '' },
  ...{ mine: false, named: null as boolean | null },
};

let answers: Record<string, unknown>;
let asked: { readonly path: string; readonly body: Record<string, unknown> }[];

beforeEach(async () => {
  await activateLocale('en');
  i18n.loadAndActivate({ locale: 'en', messages: await loadCatalog('en', [...FIRST_SECTIONS, 'catalogue', 'course']) });
  asked = [];
  answers = {
    '/api/Crowdfund/info': crowdfund,
    '/api/Crowdfund/updates': {
      ...{ list: [{ id: '1', content: 'Chapter one is shot', images: [], at: '2026-11-20T00:00:00.000Z' }] },
      ...{ total: 1, page: 1, limit: 3 },
    },
    '/api/Crowdfund/backers': {
      ...{ list: [{ member: { id: '9', name: 'Bo', headimg: '' }, at: '2026-11-20T00:00:00.000Z' }] },
      ...{ total: 1, page: 1, limit: 24, anonymous: 1 },
    },
  };
  answerAll(({ path, body }) => {
    asked.push({ path, body });
    return answers[path];
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(onChanged = vi.fn<() => void>()) {
  const element = <Campaign course={{ id: '7' } as CourseInfo} onChanged={onChanged} />;
  render(
    <TestApp>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </TestApp>,
  );
  return onChanged;
}
const bodyOf = (path: string) => asked.findLast((one) => one.path === path)?.body;

test('everybody reads how it goes and who backs it; only a backer chooses to be named', async () => {
  show();
  await screen.findByText('Chapter one is shot');
  await screen.findByText('Bo');
  await screen.findByText('and 1 more backer');
  expect(screen.queryByRole('checkbox')).toBeNull();
  cleanup();

  answers['/api/Crowdfund/info'] = { ...crowdfund, named: false };
  answers['/api/Crowdfund/show_name'] = { named: true };
  show();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Show my name among the backers' }));
  await waitFor(() => expect(bodyOf('/api/Crowdfund/show_name')).toEqual({ course_id: '7', on: true }));
});

test('its mentor posts updates, and gives it up only with a reason and after a second look', async () => {
  answers['/api/Crowdfund/info'] = { ...crowdfund, mine: true };
  answers['/api/Crowdfund/update_add'] = { id: '2', content: 'More', images: [], at: '2026-11-21T00:00:00.000Z' };
  answers['/api/Crowdfund/cancel'] = { refunded: 2 };
  const onChanged = show();
  fireEvent.change(await screen.findByLabelText('Tell your backers how it goes'), { target: { value: 'More' } });
  fireEvent.click(screen.getByRole('button', { name: 'Post update' }));
  await waitFor(() => expect(bodyOf('/api/Crowdfund/update_add')).toMatchObject({ content: 'More', images: [] }));

  fireEvent.click(screen.getByRole('button', { name: 'Cancel the campaign' }));
  await screen.findByRole('dialog');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel and refund' }));
  await screen.findByText('Fill this in');
  expect(bodyOf('/api/Crowdfund/cancel')).toBeUndefined();
  fireEvent.change(screen.getByLabelText('What you tell your backers'), { target: { value: 'Ill' } });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel and refund' }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(bodyOf('/api/Crowdfund/cancel')).toMatchObject({ course_id: '7', reason: 'Ill' });
});
