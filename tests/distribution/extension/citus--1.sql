CREATE TABLE asked (n integer GENERATED ALWAYS AS IDENTITY, what text NOT NULL);
CREATE TABLE pg_dist_partition (logicalrelid regclass PRIMARY KEY, partmethod "char" NOT NULL, repmodel "char" NOT NULL);

CREATE FUNCTION refuse_unfit(given regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = given) THEN
    RAISE 'table "%" is already distributed', given;
  END IF;
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = given AND NOT tgisinternal) THEN
    RAISE 'cannot distribute relation "%" because it has triggers', given;
  END IF;
END $$;

-- Tables are created anew, and their IDs begin at 1 again.
CREATE FUNCTION restart_ids(given regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE name text;
BEGIN
  FOR name IN SELECT attname FROM pg_attribute WHERE attrelid = given AND attidentity <> '' LOOP
    EXECUTE format('ALTER TABLE %s ALTER %I RESTART', given, name);
  END LOOP;
END $$;

CREATE FUNCTION create_reference_table(given regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_unfit(given);
  INSERT INTO asked (what) VALUES (format('copy %s', given));
  INSERT INTO pg_dist_partition VALUES (given, 'n', 't');
  PERFORM restart_ids(given);
END $$;

CREATE FUNCTION citus_add_local_table_to_metadata(given regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = given) THEN
    RAISE 'table "%" is already a citus local table', given;
  END IF;
  INSERT INTO asked (what) VALUES (format('register %s', given));
  INSERT INTO pg_dist_partition VALUES (given, 'n', 's');
  PERFORM restart_ids(given);
END $$;

CREATE FUNCTION create_distributed_table(given regclass, by text, colocate_with text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_unfit(given);
  IF EXISTS (
    SELECT FROM pg_index i WHERE i.indrelid = given AND i.indisunique AND NOT EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = given AND a.attname = by AND a.attnum = ANY (i.indkey::int2[]))
  ) THEN
    RAISE 'cannot create constraint on "%"', given;
  END IF;
  IF colocate_with <> 'none'
     AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid::text = colocate_with AND partmethod = 'h') THEN
    RAISE 'relation "%" is not distributed', colocate_with;
  END IF;
  INSERT INTO asked (what) VALUES (format('distribute %s by %s with %s', given, by, colocate_with));
  INSERT INTO pg_dist_partition VALUES (given, 'h', 's');
  PERFORM restart_ids(given);
END $$;

CREATE FUNCTION truncate_local_data_after_distributing_table(given regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = given) THEN
    RAISE 'supplied parameter is not a distributed relation';
  END IF;
  INSERT INTO asked (what) VALUES (format('free %s', given));
END $$;
