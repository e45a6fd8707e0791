import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  globsOfLanguages,
  languageAmong,
  languageOf,
  languagesNamed,
  mayBeIn,
} from "../../../../src/core/text/languages.ts";
import { leastProcessorTime } from "../../../support/turns.ts";

describe("the language of a file", () => {
  for (const [firstLine, language] of [
    ["#!/bin/sh", "Shell"],
    ["#! /usr/bin/env bash -e", "Shell"],
    ["#!/usr/bin/env -S NODE_ENV=test node --test", "JavaScript"],
    ["#!/usr/bin/env PYTHONPATH=. python3.12", "Python"],
    ["#!/usr/local/bin/ruby2.7 -w", "Ruby"],
    ["#!/usr/bin/awk -f", "Awk"],
    ["#!/usr/bin/env tclsh", "Tcl"],
    ["#!/usr/bin/dc -f", undefined],
    ["# !/bin/sh", undefined],
    ["#!", undefined],
    ["", undefined],
  ] as const)
    it(`is ${language ?? "unknown"} where a script begins with "${firstLine}"`, () => {
      assert.equal(languageOf("bin/run", firstLine), language);
    });

  for (const [path, firstLine, language] of [
    ["open.m", "#import <Foundation/Foundation.h>", "Objective-C"],
    ["open.m", "function [a, b] = open (key)", "MATLAB"],
    ["open.m", "## Copyright (C) 2005 Somebody", "MATLAB"],
    ["open.pl", "use strict;", "Perl"],
    ["open.pl", ":- module(open, []).", "Prolog"],
    ["open.pl", "/*  Part of it", "Prolog"],
    ["open.pp", "class open {", "Puppet"],
    ["open.pp", "{ Part of it }", "Pascal"],
    ["open.pp", "Unit Open;", "Pascal"],
    ["open.v", "module open (", "Verilog"],
    ["open.v", "(* Part of it *)", "Coq"],
    ["open.v", "(*********", "Coq"],
    ["open.v", "(* blackbox *)", "Verilog"],
    ["open.v", "(* keep = 1, abc9_box *) module open", "Verilog"],
    ["Open.cls", "public class Open {", "Apex"],
    ["Open.cls", "VERSION 1.0 CLASS", "VBA"],
    ["open.cls", "\\NeedsTeXFormat{LaTeX2e}", "TeX"],
    ["open.m", "clear all; close all;", "MATLAB"],
    ["open.pl", "#!/usr/bin/env swipl", "Prolog"],
    ["open.v", "Set Implicit Arguments.", "Coq"],
    ["open.ll", "; ModuleID = 'a'", undefined],
    ["open.F90", "", "Fortran"],
    ["open.ML", "", "Standard ML"],
    ["open.ml", "", "OCaml"],
  ] as const)
    it(`is ${language ?? "unknown"} for ${path} that begins with "${firstLine}"`, () => {
      assert.equal(languageOf(path, firstLine), language);
    });

  for (const [path, language] of [
    ["Jenkinsfile", "Groovy"],
    ["docker/Dockerfile.dev", "Dockerfile"],
    ["src/Makefile.am", "Makefile"],
    ["Makefile", "Makefile"],
    ["blink.ino", "C++"],
    ["App.xaml", "XML"],
    ["home/.bashrc", "Shell"],
    ["log4j.properties", "INI"],
    ["README.unknown", undefined],
    ["Gemfile.lock", undefined],
    [".Dockerfile.unknown", undefined],
  ] as const)
    it(`is ${language ?? "unknown"} for ${path}`, () => {
      assert.equal(languageOf(path), language);
    });

  it("may be each of those that share an ending, by the name alone", () => {
    assert.ok(mayBeIn("a/open.m", ["MATLAB"]) && mayBeIn("a/open.m", ["Objective-C"]));
    assert.ok(!mayBeIn("a/open.mm", ["MATLAB"]) && !mayBeIn("a/open.py", ["MATLAB"]) && !mayBeIn("a/open.m", ["Perl"]));
    assert.ok(mayBeIn("A/OPEN.M", ["MATLAB"]));
    assert.equal(languageAmong("a/open.m", ["Python", "MATLAB"]), "MATLAB");
    assert.equal(languageAmong("a/open.m", ["Objective-C", "MATLAB"]), "Objective-C");
    assert.equal(languageAmong("a/open.cls", ["TeX"]), "TeX");
    assert.equal(languageAmong("a/open.m", ["Python"]), "Objective-C");
    assert.equal(languageAmong("a/open", ["MATLAB"]), undefined);
    assert.deepEqual(globsOfLanguages(["MATLAB"]), ["*.[mM]"]);
    assert.deepEqual(globsOfLanguages(["MATLAB"], { onlySure: true }), []);
    assert.ok(!globsOfLanguages(["Makefile"], { onlySure: true }).includes("Makefile.*"));
    assert.deepEqual(languagesNamed("Octave"), ["MATLAB"]);
  });

  it("is told as fast as a first line is long", () => {
    const line = `(*a=${",".repeat(200_000)}`;
    const tookMs = leastProcessorTime(() => languageOf("open.v", line));
    assert.ok(tookMs < 50, `${tookMs} ms`);
  });

  it("is told by its name before its first line", () => {
    assert.equal(languageOf("run.py", "#!/bin/sh"), "Python");
    assert.equal(languageOf("Makefile", "#!/bin/sh"), "Makefile");
  });
});
