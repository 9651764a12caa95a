@echo off
rem The command "darkslide" of an installed Darkslide: the app itself, without its window.
"%~dp0..\..\Darkslide.exe" --log-level=3 --cli -- %*
