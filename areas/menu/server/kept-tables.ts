import { type KeptTable, keep } from '#platform/server/db/kept-table.ts';
import {
  ingredients,
  components,
  mealRecipes,
  recipeLines,
  recipeVersions,
  suppliers,
  supplierPacks,
} from '#areas/menu/server/tables/recipes.ts';
import { pictureRequests } from '#areas/menu/server/tables/picture-requests.ts';
import {
  mealImages,
  meals,
  mealVersions,
  menuWeeks,
  menuEntries,
} from '#areas/menu/server/tables/meals.ts';

export const menuTables: readonly KeptTable[] = [
  keep(ingredients, {
    class: 'set-up',
    nobody:
      'id name base_unit grams_per_litre grams_per_100_pieces loss_bp store_area is_bought stock_rule stock_counted_at reserve_qty label_name label_parts contains may_contain checked_at kilojoules protein_grams fat_grams saturated_fat_grams carbs_grams sugars_grams sodium_mg nutrient_source nutrient_key version archived_at created_at',
    staff: 'checked_by figures_vouched_by',
    days: 'while the kitchen uses it',
  }),
  keep(mealImages, {
    class: 'set-up',
    nobody: 'hash width format bytes created_at',
    export: { without: ['bytes'] },
  }),
  keep(meals, {
    class: 'set-up',
    nobody:
      'id slug name description image_url calories protein_grams carbs_grams fat_grams saturated_fat_grams sugars_grams sodium_mg serving_grams price_cents meal_type is_active prep_minutes ingredients allergens may_contain dietary_tags shelf_life_days freezable storage_text heating_text core_celsius available_from available_to archived_at version origin created_at recipe_list',
  }),
  keep(pictureRequests, {
    class: 'set-up',
    nobody: 'id meal_id url state image_url error created_at tries next_try_at',
  }),
  keep(mealVersions, {
    class: 'set-up',
    nobody: 'meal_id version facts at',
  }),
  keep(menuWeeks, {
    class: 'set-up',
    nobody: 'week_start state publish_at version saved_at',
    staff: 'saved_by',
    days: 'always',
  }),
  keep(menuEntries, {
    class: 'set-up',
    nobody: 'week_start meal_id days position',
  }),
  keep(components, {
    class: 'set-up',
    nobody:
      'id name base_unit grams_per_litre pot_qty min_qty whole_pots keeps_days keeps_because cook_ahead_days ready_days_before restarts_life hands_minutes rest_minutes cook_minutes chill_minutes equipment_name core_check steps version archived_at created_at',
  }),
  keep(mealRecipes, {
    class: 'set-up',
    nobody:
      'meal_id basis packaging_cents steps hands_minutes rest_minutes cook_minutes chill_minutes allergen_reasons version created_at',
  }),
  keep(recipeLines, {
    class: 'set-up',
    nobody: 'id component_id meal_id ingredient_id uses_component_id qty loss_bp prep position',
  }),
  keep(recipeVersions, {
    class: 'set-up',
    nobody: 'id component_id meal_id version body at',
    staff: 'by',
    days: 'always',
  }),
  keep(suppliers, {
    class: 'set-up',
    nobody:
      'id rounds arrives_by_minute min_order_cents delivery_cents version archived_at created_at',
    others: 'name email address',
    days: 'until staff change it',
  }),
  keep(supplierPacks, {
    class: 'set-up',
    nobody:
      'id supplier_id ingredient_id code name qty price_cents step min_packs keeps_days is_preferred is_label_read',
  }),
];
