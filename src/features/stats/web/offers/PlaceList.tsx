import Box from '@mui/material/Box';
import { CutText } from '../../../../platform/web/ui/table/cells/CutText.tsx';
import { EditorLink } from '../../../../platform/web/ui/table/cells/EditorLink.tsx';
import { placeText } from '../../offers/place-contract.ts';
import type { OfferPlace } from '../../offer-stats-contract.ts';

type Props = {
  places: readonly OfferPlace[];
  /** The others are told by their number, with their names in its title. */
  most: number;
};

/** Where readers find an offer: its rank in each guide, the best first. */
export function PlaceList({ places, most }: Props) {
  if (places.length === 0)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        In no guide
      </Box>
    );
  const rest = places.slice(most);
  return (
    <Box
      component="span"
      sx={{ display: 'inline-block', maxWidth: { sm: 220 }, verticalAlign: 'middle', textAlign: 'left' }}
    >
      {places.slice(0, most).map((place) => (
        <Box
          component="span"
          key={place.item_id}
          title={place.listicle}
          sx={{ display: 'block', overflowWrap: 'anywhere' }}
        >
          {place.rank}.{' '}
          <EditorLink to={`/admin/listicles/${place.listicle_id}/items`} underline="always">
            <CutText isInLink>{place.listicle}</CutText>
          </EditorLink>
        </Box>
      ))}
      {rest.length > 0 && (
        <Box component="span" title={rest.map(placeText).join(', ')} sx={{ color: 'text.secondary' }}>
          and {rest.length} more
        </Box>
      )}
    </Box>
  );
}
