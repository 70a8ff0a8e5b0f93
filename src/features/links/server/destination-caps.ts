import { capOf, type Cap } from '../../offers/server/caps.ts';
import type { DestinationRow } from './store-links.ts';

export const destinationCap = (
  { zone }: { zone: string },
  one: Pick<DestinationRow, 'id' | 'cap_daily_clicks'>,
): Cap | undefined => capOf('destination_day', one.id, one.cap_daily_clicks, zone);

export const destinationConversionCap = (
  { zone }: { zone: string },
  one: Pick<DestinationRow, 'id' | 'cap_daily_conversions'>,
): Cap | undefined => capOf('destination_conversions_day', one.id, one.cap_daily_conversions, zone);
