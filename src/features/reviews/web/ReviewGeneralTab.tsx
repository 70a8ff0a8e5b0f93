import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { ImageField } from '../../../platform/web/ui/inputs/ImageField.tsx';
import { SelectInput } from '../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { fonts } from '../../../platform/web/styles/tokens.ts';
import type { Offer } from '../../offers/contract.ts';
import { OfferPicker } from '../../offers/web/lazy-parts.ts';
import { STATUS_CHOICES } from '../../publishing/web/status-choices.ts';

type Props = {
  /** The offer that the stored review is about. */
  offer: { id: number; name: string };
  /** Slugs of before, the last one first. */
  formerSlugs: readonly string[];
  /** An offer was made on the spot, and is chosen. */
  onMade: (offer: Offer) => void;
};

/** What is reviewed, where the page stands, and its picture. */
export function ReviewGeneralTab({ offer, formerSlugs, onMade }: Props) {
  return (
    <FormSection>
      <Wide>
        <TextInput name="title" label="Title" isRequired />
      </Wide>
      <Wide>
        <OfferPicker
          name="offer_id"
          label="Offer"
          help="Price, coupon and button come from it."
          isRequired
          isText
          initial={offer}
          onMade={onMade}
        />
      </Wide>
      <SelectInput
        name="status"
        label="Status"
        help="Published and featured are public."
        isRequired
        options={STATUS_CHOICES}
      />
      <Wide>
        <TextInput
          name="slug"
          label="Slug"
          help="The end of /offer-reviews/... After a change, the old address leads to the new one."
          isMono
        />
      </Wide>
      {formerSlugs.length > 0 && <FormerSlugs slugs={formerSlugs} />}
      <Wide>
        <ImageField
          name="main_image_url"
          label="Main image"
          help="Without one, readers see the picture of the offer."
        />
      </Wide>
      <Wide>
        <TextInput
          name="main_image_alt"
          label="Image description"
          help="Read aloud in place of the picture. Blank: the picture only decorates."
        />
      </Wide>
    </FormSection>
  );
}

function FormerSlugs({ slugs }: { slugs: readonly string[] }) {
  return (
    <Wide>
      <Typography variant="body2" id="former-slugs" sx={{ color: 'text.secondary' }}>
        Old addresses that lead here:
      </Typography>
      <Box component="ul" aria-labelledby="former-slugs" sx={{ m: 0, pl: 2.5 }}>
        {slugs.map((slug) => (
          <Box
            component="li"
            key={slug}
            sx={{ fontFamily: fonts.mono, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}
          >
            /offer-reviews/{slug}
          </Box>
        ))}
      </Box>
    </Wide>
  );
}
