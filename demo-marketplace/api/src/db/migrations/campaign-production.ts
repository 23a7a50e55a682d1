/** Production period of a campaign, with reminders and cancellation when its lessons are overdue. */
export const CAMPAIGN_PRODUCTION = `
  ALTER TABLE crowdfund
    ADD COLUMN lessons_approved_at bigint,
    ADD COLUMN reminded_at bigint,
    ADD COLUMN cancel_at bigint;
  ALTER TABLE orders ADD COLUMN refundable_until bigint;
  -- Approvals of lessons before the deadline were lost; those after the first one of the course are in the audit log.
  UPDATE crowdfund SET lessons_approved_at = approval.at
    FROM (SELECT target, max(at) AS at FROM audit_log WHERE action = 'course-approved' GROUP BY target) AS approval
    WHERE approval.target = 'course:' || crowdfund.course_id AND approval.at > crowdfund.starts_at
      AND crowdfund.state IN ('funding', 'producing')
      AND EXISTS (SELECT FROM unit WHERE unit.course_id = crowdfund.course_id);
`;
