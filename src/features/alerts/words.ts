/** Apart from the contract, so that a list of alerts needs no schema. */
export const ALERT_SEVERITIES = ['info', 'warning', 'critical'] as const;
export const ALERT_STATES = ['open', 'snoozed', 'closed'] as const;
