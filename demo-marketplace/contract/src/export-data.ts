import * as z from 'zod/mini';
import { Access, type AnyAction, declare } from './action.js';
import { oneProof, proof, PROOF_REASONS } from './proof.js';

export const exportData = declare('/api/Member/export_data', {
  access: Access.Member,
  summary: 'Everything that is kept of the member, as one JSON file to keep; some lists at most 10,000 long.',
  request: z.object(proof).check(oneProof()),
  response: z.object({ filename: z.string(), json: z.string() }),
  reasons: [...PROOF_REASONS],
});

/** Actions of this file. */
export const EXPORT_ACTIONS: readonly AnyAction[] = [exportData];
