import type { BoundAction } from '../http/call.js';
import { officeApprovalActions } from './approvals.js';
import { officeLogActions } from './log.js';
import { officeMemberActions } from './members.js';
import { officePaymentActions } from './payment-cases.js';
import { officePayoutActions } from './payouts.js';
import type { OfficePorts } from './ports.js';
import { officeReportActions } from './reports.js';

/** Whoever runs the site looks at what waits, decides it, and can tell later who decided what: `/api/Admin/*`. */
export const officeActions = (ports: OfficePorts): readonly BoundAction[] => [
  ...officeLogActions(ports),
  ...officeApprovalActions(ports),
  ...officePayoutActions(ports),
  ...officePaymentActions(ports),
  ...officeMemberActions(ports),
  ...officeReportActions(ports),
];
