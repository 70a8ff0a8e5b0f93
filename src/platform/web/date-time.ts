const formats = new Map<string, Intl.DateTimeFormat>();

/** `yyyy-MM-dd HH:mm` in a zone, the form of every date in the back office. The browser's own formatter: no code for it need be fetched. */
export function formatDateTime(iso: string, zone: string): string {
  let format = formats.get(zone);
  if (!format) {
    const two = '2-digit';
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      hourCycle: 'h23',
    });
    formats.set(zone, format);
  }
  const part = Object.fromEntries(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  return `${part['year']}-${part['month']}-${part['day']} ${part['hour']}:${part['minute']}`;
}
