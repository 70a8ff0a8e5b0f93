import { useQuery } from '@tanstack/react-query';
import { FormSection } from '../../../platform/web/ui/FormSection.tsx';
import { ImageField } from '../../../platform/web/ui/ImageField.tsx';
import { PickInput } from '../../../platform/web/ui/PickInput.tsx';
import { SelectInput } from '../../../platform/web/ui/SelectInput.tsx';
import { TextInput } from '../../../platform/web/ui/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/Wide.tsx';
import { offerQueries } from '../../offers/web/client.ts';
import { STATUS_CHOICES } from './review-choices.ts';

type Props = {
  /** The offer that the review has now; it stays a choice when it is archived. */
  current: { id: number; name: string } | undefined;
};

/** What is reviewed, and where the page stands. */
export function ReviewGeneralTab({ current }: Props) {
  const { data: offers = [], isPending } = useQuery(offerQueries.options());
  const isListed = current === undefined || offers.some((offer) => offer.id === current.id);
  const choices = isListed ? offers : [current, ...offers];
  return (
    <FormSection>
      <Wide>
        <PickInput
          name="offer_id"
          label="Offer"
          help="Price, coupon and button come from it."
          isRequired
          isLoading={isPending}
          options={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
          placeholder="Search offers..."
        />
      </Wide>
      <Wide>
        <TextInput name="title" label="Title" isRequired />
      </Wide>
      <SelectInput
        name="status"
        label="Status"
        help="Published and featured are public."
        isRequired
        options={STATUS_CHOICES}
      />
      <TextInput name="slug" label="Slug" help="The end of /offer-reviews/... Blank: made of the title." isMono />
      <TextInput name="author_name" label="Author name" />
      <Wide>
        <ImageField name="main_image_url" label="Main image" help="None: the picture of the offer." />
      </Wide>
      <Wide>
        <TextInput name="meta_description" label="Description for search engines" help="Blank: the verdict." rows={2} />
      </Wide>
    </FormSection>
  );
}
