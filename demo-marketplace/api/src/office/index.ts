import type { BoundAction } from '../http/call.js';
import { officeApprovalActions } from './approvals.js';
import { officeLogActions } from './log.js';
import { officeMemberActions } from './members.js';
import { officePaymentActions } from './payment-cases.js';
import { officePayoutActions } from './payouts.js';
import type { OfficePorts } from './ports.js';
import { officeReportActions } from './reports.js';

/** Actions of the back office, which lists pending requests, decides them and logs each decision: `/api/Admin/*`. */
export const officeActions = (ports: OfficePorts): readonly BoundAction[] => [
  ...officeLogActions(ports),
  ...officeApprovalActions(ports),
  ...officePayoutActions(ports),
  ...officePaymentActions(ports),
  ...officeMemberActions(ports),
  ...officeReportActions(ports),
];
