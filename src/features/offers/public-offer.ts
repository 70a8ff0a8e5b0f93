import { z } from 'zod';

/** The facts of an offer that a reader sees, and nobody but the administrator sees more. What we are paid is never among them. */
export const PublicOffer = z.object({
  id: z.int(),
  name: z.string(),
  brand: z.string().nullable(),
  image_url: z.string().nullable(),
  price: z.string().nullable(),
  list_price: z.string().nullable(),
  price_currency: z.string().nullable(),
  price_checked_at: z.string().nullable(),
  coupon_code: z.string().nullable(),
  coupon_text: z.string().nullable(),
  coupon_ends_at: z.string().nullable(),
  money_back_days: z.int().nullable(),
  shipping_note: z.string().nullable(),
  attributes: z.record(z.string(), z.string()),
});
export type PublicOffer = z.infer<typeof PublicOffer>;
