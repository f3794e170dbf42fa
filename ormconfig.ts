import { Config } from '@app/config';
import { migrationDataSource } from '@app/database';

/** The data source of TypeORM's own command line: `npx typeorm -d dist/ormconfig.js migration:show`. */
export default migrationDataSource(Config.from(process.env));
