// @vitest-environment node
import { FailureReason } from '@lectern/marketplace-contract';
import { LecternError } from '@lectern/rtc';
import { expect, test } from 'vitest';
import { ApiError } from '../../../api/client.js';
import { joinProblemOf } from './join-problem.js';

const joinFail = (cause: LecternError) =>
  new LecternError(cause.message, { reason: cause.reason, code: -200, errorType: 'join_fail', cause });
const refused = (code: number) => new LecternError('no', { reason: 'refused', code });

test.each([
  ['a wrong password', joinFail(refused(-508)), 'password'],
  ['too many members', joinFail(refused(-522)), 'full'],
  ['a conference that is gone', joinFail(refused(-506)), 'ended'],
  ['a request without an answer', joinFail(new LecternError('late', { reason: 'timeout', code: -408 })), 'timeout'],
  ['a server out of reach', joinFail(new LecternError('down', { reason: 'network' })), 'network'],
  ['an API out of reach', new TypeError('Failed to fetch'), 'network'],
  ['too many attempts', new ApiError('slow down', FailureReason.TooMany), 'busy'],
  ['an API whose neighbour is down', new ApiError('down', FailureReason.RtcUnavailable), 'unavailable'],
  ['anything else', joinFail(refused(-999)), 'failed'],
])('%s', (_title, error, kind) => {
  expect(joinProblemOf(error)).toEqual({ kind, detail: error.message });
});
