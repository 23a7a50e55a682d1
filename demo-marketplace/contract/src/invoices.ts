import * as z from 'zod/mini';
import { Access, type AnyAction, declare } from './action.js';
import { FailureReason, FieldProblem } from './envelope.js';
import { anyWords, line, moment } from './fields.js';

/** Kind of recipient of an invoice. */
export const InvoiceType = { Personal: 'personal', Company: 'company' } as const;
export type InvoiceType = (typeof InvoiceType)[keyof typeof InvoiceType];

const TAX_NO_WEIGHTS = [1, 2, 1, 2, 1, 2, 4, 1] as const;
const TAX_NO = /^\d{8}$/;
/** A mobile barcode, or the number of a Citizen Digital Certificate. */
const CARRIER = /^(\/[0-9A-Z.+-]{7}|[A-Z]{2}\d{14})$/;

/** The donation code (love code) of a charity. */
const DONATION_CODE = /^\d{3,7}$/;

/** True for a donation code: three to seven digits, which name a charity that receives the invoice. */
export const isDonationCode = (text: string): boolean => DONATION_CODE.test(text);

/** True for a valid company tax number: eight digits whose weighted sum is divisible by five, the rule since 2023. */
export function isTaxNo(text: string): boolean {
  if (!TAX_NO.test(text)) return false;
  const sum = TAX_NO_WEIGHTS.reduce((total, weight, index) => {
    const product = Number(text[index]) * weight;
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return sum % 5 === 0 || (text[6] === '7' && (sum + 1) % 5 === 0);
}

/** True for a valid carrier, where a personal invoice is kept. */
export const isCarrier = (text: string): boolean => CARRIER.test(text);

/** An issued invoice. */
export const invoiceView = z.object({
  no: z.string(),
  type: z.enum(Object.values(InvoiceType)),
  title: z.string(),
  tax_no: z.string(),
  carrier: z.string(),
  /** Donation code of the charity that receives the invoice; empty for none. */
  donation: z.string(),
  amount_cents: z.number(),
  /** Tax included in the amount. */
  tax_cents: z.number(),
  issued_at: moment,
  /** Time at which a refund voided the invoice. */
  voided_at: z.nullable(moment),
});
export type InvoiceView = z.infer<typeof invoiceView>;

const malformed = (path: string) => ({ error: FieldProblem.Malformed, path: [path] });

export const applyInvoice = declare('/api/Order/invoice_apply', {
  access: Access.Member,
  summary: 'Has the invoice of a paid order made out, once.',
  request: z
    .object({
      order_no: z.string().check(z.regex(/^\d{18}$/)),
      type: z.enum(Object.values(InvoiceType)),
      /** Name of the person or company. */
      title: line(60),
      /** Required for a company. */
      tax_no: z.prefault(anyWords(8), ''),
      /** Optional, for a person. */
      carrier: z.prefault(anyWords(16), ''),
      /** Donation code, for a person whose invoice goes to a charity in place of a carrier. */
      donation: z.prefault(anyWords(7), ''),
    })
    .check(
      z.refine(
        ({ type, tax_no }) => type !== InvoiceType.Company || tax_no === '' || isTaxNo(tax_no),
        malformed('tax_no'),
      ),
      z.refine(({ type, tax_no }) => type !== InvoiceType.Company || tax_no !== '', {
        error: FieldProblem.Required,
        path: ['tax_no'],
      }),
      z.refine(({ carrier }) => carrier === '' || isCarrier(carrier), malformed('carrier')),
      z.refine(
        ({ carrier, donation }) => donation === '' || (carrier === '' && isDonationCode(donation)),
        malformed('donation'),
      ),
    ),
  response: invoiceView,
  reasons: [FailureReason.NotFound, FailureReason.StateChanged],
});

/** Actions of this file. */
export const INVOICES_ACTIONS: readonly AnyAction[] = [applyInvoice];
