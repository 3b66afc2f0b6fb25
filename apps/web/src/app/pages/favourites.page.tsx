import { useTranslation } from 'react-i18next';
import { FavouriteGrid } from '../../features/favourites/favourite-grid.js';
import { usePageTitle } from '../../lib/page-title.js';

export function FavouritesPage() {
  const { t } = useTranslation();
  usePageTitle(t('page.favourites'));
  return <FavouriteGrid />;
}
