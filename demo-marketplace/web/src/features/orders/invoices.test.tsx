import { OrderAction, OrderStatus } from '@lectern/marketplace-contract';
import { configure, fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serveTests } from '../../testing/server.js';
import { NOW, ORDER_NO, orderOf, orderPages } from '../../testing/order-pages.js';

serveTests();
const scene = orderPages();

// As long as tests wait for anything.
configure({ asyncUtilTimeout: 120_000 });

test('an invoice is asked for once, what is wrong with it is told, and made out it can be printed', async () => {
  const invoice = {
    ...{ no: 'LE-00000007', type: 'company', title: 'Lectern Ltd', tax_no: '04595257', carrier: '', donation: '' },
    ...{ amount_cents: 105_000, tax_cents: 5_000, issued_at: NOW, voided_at: null },
  };
  let isWrong = true;
  scene.answers = {
    'Order/info': () => orderOf({ status: OrderStatus.Paid, actions: [OrderAction.Enter, OrderAction.Invoice] }),
    'Order/invoice_apply': () =>
      isWrong
        ? Response.json({ code: 422, msg: '', data: { reason: 'invalid', errors: { tax_no: 'malformed' } } })
        : invoice,
  };
  scene.open(`/video-pay?order=${ORDER_NO}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Request invoice' }));
  const dialog = await screen.findByRole('dialog', { name: 'Request invoice' });
  fireEvent.change(await within(dialog).findByRole('combobox'), { target: { value: 'company' } });
  const fill = (name: string, value: string) =>
    fireEvent.change(within(dialog).getByRole('textbox', { name }), { target: { value } });
  fill('Company name', 'Lectern Ltd');
  fill('Tax number', '12345678');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Make out invoice' }));
  await within(dialog).findByText('This number cannot be right. Please check it.');
  isWrong = false;
  fill('Tax number', '04595257');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Make out invoice' }));
  expect(await within(dialog).findByText('LE-00000007')).toBeTruthy();
  expect(within(dialog).getByText('NT$1,000')).toBeTruthy();
  expect(scene.sentTo('Order/invoice_apply').at(-1)).toEqual({
    ...{ order_no: ORDER_NO, type: 'company', title: 'Lectern Ltd', tax_no: '04595257' },
  });
});

test('an invoice is donated by the code of a charity', async () => {
  scene.answers = {
    'Order/info': () => orderOf({ status: OrderStatus.Paid, actions: [OrderAction.Enter, OrderAction.Invoice] }),
    'Order/invoice_apply': () => ({
      ...{ no: 'LE-00000008', type: 'personal', title: 'Ann', tax_no: '', carrier: '', donation: '919' },
      ...{ amount_cents: 105_000, tax_cents: 5_000, issued_at: NOW, voided_at: null },
    }),
  };
  scene.open(`/video-pay?order=${ORDER_NO}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Request invoice' }));
  const dialog = await screen.findByRole('dialog', { name: 'Request invoice' });
  fireEvent.change(await within(dialog).findByRole('combobox'), { target: { value: 'donation' } });
  fireEvent.change(within(dialog).getByRole('textbox', { name: 'Name' }), { target: { value: 'Ann' } });
  const code = within(dialog).getByRole('textbox', { name: 'Donation code' });
  const submit = within(dialog).getByRole('button', { name: 'Make out invoice' });
  fireEvent.click(submit);
  await within(dialog).findByText('This number cannot be right. Please check it.');
  expect(scene.sentTo('Order/invoice_apply')).toEqual([]);
  fireEvent.change(code, { target: { value: '919' } });
  fireEvent.click(submit);
  expect(await within(dialog).findByText('919')).toBeTruthy();
  expect(scene.sentTo('Order/invoice_apply').at(-1)).toEqual({
    ...{ order_no: ORDER_NO, type: 'personal', title: 'Ann', donation: '919' },
  });
});
