import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { MAX_USES_TOLD } from '../../../../platform/list-bounds.ts';
import type { Offer } from '../../contract.ts';

type Props = { offer: Pick<Offer, 'used_in'> };

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Who names the offer: what changes with it, and what stands in the way of deleting it. */
export function OfferUsesTab({ offer }: Props) {
  if (offer.used_in.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Nothing names this offer yet. Place it in a guide, write a review about it, or send a tracking link to it.
      </Typography>
    );
  const kinds = Map.groupBy(offer.used_in, (use) => use.kind);
  const sections = [...kinds].map(([kind, uses]) => (
    <Box key={kind} component="section" sx={{ mb: 2 }}>
      <Typography variant="h3">{`${capitalized(kind)}${uses.length === 1 ? '' : 's'}`}</Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {uses.map((use) => (
          <li key={use.id}>{use.name}</li>
        ))}
      </Box>
    </Box>
  ));
  return offer.used_in.length < MAX_USES_TOLD ? (
    sections
  ) : (
    <>
      {sections}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        These are the first {MAX_USES_TOLD}; there may be more.
      </Typography>
    </>
  );
}
