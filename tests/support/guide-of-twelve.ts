import sharp from 'sharp';
import { SAMPLE_GUIDES } from '../../src/app/server/sample/sample-data.ts';
import { SAMPLE_AUTHOR, SAMPLE_REVIEWER } from '../../src/app/server/sample/sample-editorial.ts';

type Made = { data: { id: number; slug: string } };
/** Where the program listens, and who asks. */
type Given = { url: string; token: string };

const COMMON = {
  'Made in': ['Portugal', 'Japan', 'Canada', 'Finland'],
  Weight: ['340 g', '410 g', '90 g', '180 g', '62 g'],
  Warranty: ['2 years', '5 years', 'None'],
  Care: ['Dishwasher', 'By hand', 'Wipe clean'],
};

/**
 * Makes a guide of 12 products through the API, in the prose of the sample: people, rubric, questions, sources, a picture of its own for
 * each product, prices, and facts to compare by.
 * @returns its address
 */
export async function makeGuideOfTwelve({ url, token }: Given): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const post = async <T = Made>(path: string, body: unknown): Promise<T> => {
    const sent =
      body instanceof FormData ? { body, headers } : { body: JSON.stringify(body), headers: JSON_OF(headers) };
    const reply = await fetch(`${url}/api${path}`, { method: 'POST', ...sent });
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as T;
  };
  const upload = async (seed: number): Promise<string> => {
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(await drawPicture(seed))], { type: 'image/png' }), 'picture.png');
    return (await post<{ imageUrl: string }>('/images', form)).imageUrl;
  };

  const [first] = SAMPLE_GUIDES;
  const { category, categoryDescription, change, ...editorial } = first!.editorial;
  const author = await post('/settings/people', { ...SAMPLE_AUTHOR, name: 'Ada Reed' });
  const reviewer = await post('/settings/people', { ...SAMPLE_REVIEWER, name: 'Ben Lund' });
  const shelf = await post('/settings/guide-categories', {
    name: `${category}, twelve`,
    description: categoryDescription,
  });
  const now = new Date().toISOString();
  const guide = await post('/admin/listicles', {
    ...editorial,
    title: 'Twelve things for a desk, a bag and a quiet night, compared',
    description: SAMPLE_GUIDES.map((one) => one.description).join(''),
    status: 'published',
    category_id: shelf.data.id,
    author_id: author.data.id,
    reviewer_id: reviewer.data.id,
    reviewed_at: now,
    changes: [{ on: now.slice(0, 10), note: change }],
  });
  const pointsOf = ({ points }: (typeof products)[number]) =>
    editorial.rubric.map(({ weight }, n) => ({ weight, points: points[n] ?? 7.5 }));
  const totalOf = (product: (typeof products)[number]) =>
    pointsOf(product).reduce((sum, one) => sum + one.weight * one.points, 0);
  const products = SAMPLE_GUIDES.flatMap((one) => one.products).toSorted((a, b) => totalOf(b) - totalOf(a));
  for (const [i, product] of products.entries()) {
    const { name, brand, price, summary, pros, cons, badge } = product;
    const attributes = Object.fromEntries(Object.entries(COMMON).map(([key, all]) => [key, all[i % all.length]!]));
    const offer = await post('/admin/offers', {
      name: `${name} of twelve`,
      url: `https://merchant.example/twelve/${i}`,
      brand,
      price,
      price_currency: 'USD',
      price_checked_at: now,
      attributes,
    });
    await post(`/admin/listicles/${guide.data.id}/items`, {
      offer_id: offer.data.id,
      title: name,
      summary,
      pros,
      cons,
      badge: i === 0 ? 'best_overall' : badge === 'best_overall' || i > 3 ? null : badge,
      image_url: await upload(i),
      image_alt: `${name} on a table`,
      scores: Object.fromEntries(editorial.rubric.map(({ key }, n) => [key, product.points[n] ?? 7.5])),
    });
  }
  return `/listicles/${guide.data.id}-${guide.data.slug}`;
}

const JSON_OF = (headers: Record<string, string>) => ({ ...headers, 'content-type': 'application/json' });

/** Soft patches of colour with grain, as heavy as a photograph. */
function drawPicture(seed: number): Promise<Buffer> {
  const size = 720;
  const pixels = new Uint8Array(size * size * 3);
  for (let at = 0; at < pixels.length; at += 1) {
    const [x, y, channel] = [Math.floor(at / 3) % size, Math.floor(at / 3 / size), at % 3];
    const soft = Math.sin((x * (seed + 3)) / 900 + channel) + Math.cos((y * (seed + 5)) / 700 - channel);
    pixels[at] = 140 + 40 * soft + ((x * 7919 + y * 104_729 + seed * 31) % 17);
  }
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer();
}
