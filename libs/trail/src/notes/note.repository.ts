import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AggregateStore, UnitOfWork } from '@app/write-path';
import { Repository } from 'typeorm';
import { Note } from './note.aggregate';

@Injectable()
export class NoteRepository extends AggregateStore<Note> {
  constructor(@InjectRepository(Note) rows: Repository<Note>, unit: UnitOfWork) {
    super(rows, unit);
  }
}
